/** Begins the description of a variable whose properties are only proposed: `import` writes it, `lint` finds it. */
export const proposedMark = "Proposed by import, to be checked:";
