/* What an address says about a form that was posted after its session had ended. */

/** The query parameter with the id of a saved form that is sent again from this page: `?saved={id}`. */
export const SAVED_PARAM = "saved";
/** The query parameter with the id of a saved form that the frame shows. */
export const UNSENT_PARAM = "unsent";
