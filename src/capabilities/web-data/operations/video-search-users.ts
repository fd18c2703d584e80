import { platformUser, userView } from '../families/account-view.ts'
import { queryText } from '../families/family-input.ts'
import { usersMatching } from '../families/video-questions.ts'
import { sourceOperation, videoPage } from '../slice.ts'

export const videoSearchUsers = sourceOperation({
  ...videoPage,
  id: 'videoSearchUsers',
  route: 'POST /v1/video/search-users',
  summary: 'Search accounts of the video platform',
  answers:
    'Finds accounts of the short-video platform by handle, name and self-description; those from the corpus by followers, most first.',
  input: { query: queryText },
  items: { name: 'users', schema: platformUser },
  examples: [{ name: 'A name', input: { query: 'zriclar_example' } }],
  kind: 'accounts',
  ask: usersMatching,
  view: userView,
})
