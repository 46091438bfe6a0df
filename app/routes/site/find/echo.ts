/** How much of a search's unknown words the page repeats, so that a long text does not fill it. */
export const MAX_ECHO = 40;
