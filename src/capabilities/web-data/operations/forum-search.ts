import { queryText } from '../families/family-input.ts'
import { searchInput, threadsMatching } from '../families/forum-questions.ts'
import { forumPost, forumPostView } from '../families/upload-view.ts'
import { forumPage, sourceOperation } from '../slice.ts'

export const forumSearch = sourceOperation({
  ...forumPage,
  id: 'forumSearch',
  route: 'POST /v1/forum/search',
  summary: 'Search posts of the discussion forum',
  tasks: ['Reddit posts about a topic'],
  answers:
    'Finds posts of the discussion forum whose title or text has all words of the query; words in quotation marks must be adjacent.',
  input: { query: queryText, ...searchInput },
  items: { name: 'posts', schema: forumPost },
  examples: [
    { name: 'Newest first', input: { query: 'how do you start', sort: 'new' } },
    { name: 'The best of a year', input: { query: '"worth learning"', sort: 'top', timeframe: 'year' } },
  ],
  kind: 'uploads',
  ask: (input, context) => threadsMatching({ ...input, forum: null }, context),
  view: forumPostView,
})
