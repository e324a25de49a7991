// The parts of Node that the tests use, without their types.
declare module "node:assert/strict";
declare module "node:fs";
declare module "node:module";
declare module "node:test";
