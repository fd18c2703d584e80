import { z } from 'zod'
import { videoItem, videoView } from '../families/upload-view.ts'
import { withHashtag } from '../families/video-questions.ts'
import { sourceOperation, videoPage } from '../slice.ts'

export const videoSearchHashtag = sourceOperation({
  ...videoPage,
  id: 'videoSearchHashtag',
  route: 'POST /v1/video/search-hashtag',
  summary: 'List videos with a hashtag',
  tasks: ['TikTok hashtag'],
  answers: 'Returns videos of the short-video platform with a hashtag, the newest first.',
  input: { hashtag: z.string().trim().min(1).max(101).describe('With or without `#`.') },
  otherNames: { query: 'hashtag' },
  items: { name: 'videos', schema: videoItem },
  examples: [{ name: 'A hashtag', input: { hashtag: '#logistics' } }],
  kind: 'uploads',
  ask: withHashtag,
  view: videoView,
})
