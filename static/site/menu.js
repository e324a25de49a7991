/** Menus made of `<details class="menu">` close when something else is used, and on Escape. */

function closeOthers(except) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (menu !== except) menu.open = false;
  }
}

document.addEventListener("click", (event) => {
  closeOthers(event.target instanceof Element ? event.target.closest("details.menu") : null);
});

document.addEventListener("focusin", (event) => {
  closeOthers(event.target instanceof Element ? event.target.closest("details.menu") : null);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = document.querySelector("details.menu[open]");
  closeOthers(null);
  open?.querySelector("summary").focus();
});
