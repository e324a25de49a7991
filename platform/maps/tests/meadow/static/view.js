export const title = "Meadow";
