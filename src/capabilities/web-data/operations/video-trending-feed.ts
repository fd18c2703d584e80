import { videoItem, videoView } from '../families/upload-view.ts'
import { trending } from '../families/video-questions.ts'
import { sourceOperation, videoPage } from '../slice.ts'

export const videoTrendingFeed = sourceOperation({
  ...videoPage,
  id: 'videoTrendingFeed',
  route: 'POST /v1/video/trending-feed',
  summary: 'List videos that many watch',
  tasks: ['trending, viral videos'],
  answers:
    'Returns videos of the short-video platform as a source ranks them; those from the corpus by views, which count less every day.',
  input: {},
  items: { name: 'videos', schema: videoItem },
  examples: [{ name: 'The feed', input: {} }],
  kind: 'uploads',
  ask: (_input, context) => trending(context),
  view: videoView,
})
