/** Most postings of one board. */
export const maxPostings = 20_000
