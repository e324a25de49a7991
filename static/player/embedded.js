/**
 * Data that a page brings along: an element with base64 of gzipped JSON, for pages without a site.
 */

/**
 * @param {string} id  of the element; its text is dropped once it is read
 * @returns {Promise<any>}
 */
export async function readEmbedded(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  const bytes = Uint8Array.from(atob(element.textContent.trim()), (char) => char.charCodeAt(0));
  element.textContent = "";
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
