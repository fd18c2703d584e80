import { z } from 'zod'
import { platformUser } from '../families/account-view.ts'
import { queryText } from '../families/family-input.ts'
import { videoItem, videoView } from '../families/upload-view.ts'
import { usersBeside, videosMatching } from '../families/video-questions.ts'
import { sourceOperation, videoPage } from '../slice.ts'

export const videoUnifiedSearch = sourceOperation({
  ...videoPage,
  id: 'videoUnifiedSearch',
  route: 'POST /v1/video/unified-search',
  summary: 'Search videos and accounts at once',
  answers:
    'Finds videos of the short-video platform as videoSearchKeyword does, and with the first page the accounts that videoSearchUsers finds first.',
  input: { query: queryText },
  items: { name: 'videos', schema: videoItem },
  beside: {
    shape: { users: z.array(platformUser).describe('With the first page; empty on the others.') },
    read: async ({ query }, context) => (context.isFirst ? usersBeside(query, context) : { users: [] }),
    isContent: ({ users }) => (users as unknown[]).length > 0,
  },
  examples: [{ name: 'Words', input: { query: 'logistics' } }],
  kind: 'uploads',
  ask: videosMatching,
  view: videoView,
})
