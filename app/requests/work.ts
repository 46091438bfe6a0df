/** The promised response time in business hours (specification, section 9). */
export const ANSWER_HOURS = 24;
