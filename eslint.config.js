/** Rules for scripts; ruff and the tests of the house hold Python to the same ones. */

import js from "@eslint/js";
import globals from "globals";

/** Limits that Python has, too (`tests/test_house.py`). */
const SIZES = {
  complexity: ["error", 20],
  "max-depth": ["error", 4],
  "max-lines": ["error", 400],
  "max-lines-per-function": ["error", 40],
};

const STRICT = {
  "array-callback-return": "error",
  "consistent-return": "error",
  "default-case-last": "error",
  eqeqeq: "error",
  "guard-for-in": "error",
  "no-alert": "error",
  "no-constructor-return": "error",
  "no-else-return": "error",
  "no-eval": "error",
  "no-implicit-coercion": ["error", { boolean: false }],
  "no-lonely-if": "error",
  "no-new-func": "error",
  "no-param-reassign": "error",
  "no-return-assign": "error",
  "no-self-compare": "error",
  "no-shadow": "error",
  "no-template-curly-in-string": "error",
  "no-throw-literal": "error",
  "no-unneeded-ternary": "error",
  // A field that is taken out of the rest of an object is used, too.
  "no-unused-vars": ["error", { ignoreRestSiblings: true }],
  "no-unreachable-loop": "error",
  "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
  "no-useless-concat": "error",
  "no-useless-rename": "error",
  "no-useless-return": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "one-var": ["error", "never"],
  "prefer-arrow-callback": "error",
  "prefer-const": "error",
  "prefer-object-spread": "error",
  "prefer-promise-reject-errors": "error",
  "prefer-rest-params": "error",
  "prefer-spread": "error",
  "prefer-template": "error",
  radix: "error",
  strict: ["error", "safe"],
  "symbol-description": "error",
  yoda: "error",
};

const SENTENCE = "What a script says to people is in the catalogue of its folder, words.js.";

/** Sentences begin with a capital letter and have a space. */
const WORDS = [
  { selector: "Literal[value=/^[A-Z][a-z’']+ [^ ]/]", message: SENTENCE },
  { selector: "TemplateElement[value.raw=/^[A-Z][a-z’']+ [^ ]/]", message: SENTENCE },
];

const WHOLE = "A sentence is a whole message with values in it: choose between messages, not between words.";

/** Sentences that are joined from pieces: words that a placeholder chooses, and texts that begin in the middle. */
const PIECES = [
  { selector: "TemplateLiteral > ConditionalExpression > Literal[value=/[a-z]{2}|^s$/]", message: WHOLE },
  { selector: "TemplateLiteral > LogicalExpression > Literal[value=/[a-z]{2}|^s$/]", message: WHOLE },
  { selector: "TemplateLiteral > :matches(ConditionalExpression, LogicalExpression) > TemplateLiteral", message: WHOLE },
  { selector: "Literal[value=/^[,;]? +[a-z]{2}/]", message: WHOLE },
  { selector: "TemplateLiteral > TemplateElement:first-child[value.raw=/^[,;]? +[a-z]{2}/]", message: WHOLE },
  { selector: "AssignmentExpression[operator='+='] > Literal[value=/[a-z]{2} |, [a-z]{2}/]", message: WHOLE },
  { selector: "AssignmentExpression[operator='+='] > TemplateLiteral > TemplateElement[value.raw=/[a-z]{2} | [a-z]{2}/]", message: WHOLE },
  { selector: "CallExpression[callee.property.name='join'] > Literal[value=/[a-z]/]", message: "Lists are made by `listed`." },
];

export default [
  // Programs of bots are for their sandbox, not for this site.
  { ignores: [".venv/", "var/", "games/sdk/", "games/*/sdk/", "games/*/bots/", "sandbox/languages/hello/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: { ...STRICT, ...SIZES },
  },
  { files: ["static/**", "games/*/static/**", "platform/**", "bench/**"], languageOptions: { globals: globals.browser } },
  { files: ["tests/**", "games/*/tests/**", "*.js"], languageOptions: { globals: globals.node } },
  {
    files: ["static/{play,player,site}/**", "games/*/static/**"],
    ignores: ["static/**/words.js", "games/*/static/words.js"],
    rules: { "no-restricted-syntax": ["error", ...WORDS, ...PIECES] },
  },
  {
    files: ["static/**/words.js", "games/*/static/words.js"],
    rules: { "no-restricted-syntax": ["error", ...PIECES] },
  },
];
