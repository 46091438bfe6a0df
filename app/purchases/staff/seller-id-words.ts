/** What is asked before something is removed of what is kept of a seller, on its page and in the dialog. */
export const REMOVE_QUESTION = "Are you sure you want to remove this for good?";
export const REMOVE_NOTE =
  "Nothing brings it back, and the law may ask you to keep it. The purchase's history says that you removed it.";
