// Starts your AI.  You need not change it: your ideas go into ai.js.
import { AI } from "./ai.js";
import { Hangup } from "./pipe.js";
import { Connection } from "./protocol.js";

try {
    new AI(new Connection()).run();
} catch (error) {
    if (!(error instanceof Hangup)) throw error;
    // Every game ends like this.
    console.error("the end");
}
