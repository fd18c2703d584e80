/** One minute in milliseconds. */
export const minuteMs = 60_000

/** One hour in milliseconds. */
export const hourMs = 3_600_000

/** One day of 24 hours in milliseconds. */
export const dayMs = 86_400_000
