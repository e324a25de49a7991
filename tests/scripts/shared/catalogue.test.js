import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

import * as catalogue from "../../../static/shared/catalogue.js";

const STATIC = new URL("../../../static/", import.meta.url).pathname;

/** Names and entries of a folder's catalogue, such as ["NOTICES.lost", "The connection …"]. */
const entriesOf = (words) =>
  Object.entries(words).flatMap(([group, entries]) => Object.entries(entries).map(([name, entry]) => [`${group}.${name}`, entry]));

/** By the name of its folder: the way to each file of words, such as ["site", "maps"]. */
const ways = new Map(globSync("**/words.js", { cwd: STATIC }).map((path) => path.split("/").slice(0, -1))
  .filter((way) => way[0] !== "shared").map((way) => [way.at(-1), way]));

test("the catalogue gathers those of all folders", () => {
  assert.deepEqual(Object.keys(catalogue).sort(), [...ways.keys()].sort());
});

for (const [folder, words] of Object.entries(catalogue)) {
  test(`every entry of ${folder} is used`, () => {
    const sources = globSync(`${ways.get(folder)[0]}/**/*.js`, { cwd: STATIC }).filter((path) => !path.endsWith("/words.js"))
      .map((path) => readFileSync(STATIC + path, "utf8")).join("\n");
    // Some groups are looked up by a name that comes from the site, such as `ENDS[end]`.
    const isUsed = (name) => sources.includes(name) || sources.includes(`${name.split(".")[0]}[`);
    assert.deepEqual(entriesOf(words).map(([name]) => name).filter((name) => !isUsed(name)), []);
  });

  test(`every entry of ${folder} is a text, or makes one of what it is given`, () => {
    for (const [name, entry] of entriesOf(words)) {
      const text = typeof entry === "function" ? entry("some", "other", "more", "last") : entry;
      assert.equal(typeof text, "string", name);
      assert.ok(!text.includes("undefined"), name);
    }
  });
}
