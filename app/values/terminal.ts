// The scripts print there too, before there is a build and where it can't be loaded.
export { escapeControls, escapeInLines, print, printError, printLines } from "../../scripts/terminal.mjs";
