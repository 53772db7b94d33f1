/** Descriptions of commands, options and choices: what Discord shows in its picker. By command name. */
export const commands = {};
