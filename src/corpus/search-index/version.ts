/**
 * Number of the rules that rows and identifiers of a kind are built by. Raise it with every change that would give a
 * stored record other columns or tokens: rows of older rules are then rebuilt before the next start answers searches.
 */
export const searchIndexVersions = {
  companies: 9,
  people: 9,
  postings: 2,
  posts: 2,
  news: 1,
  comments: 2,
  reactions: 2,
}
