import { queryText } from '../families/family-input.ts'
import { videoItem, videoView } from '../families/upload-view.ts'
import { videosMatching } from '../families/video-questions.ts'
import { sourceOperation, videoPage } from '../slice.ts'

export const videoSearchKeyword = sourceOperation({
  ...videoPage,
  id: 'videoSearchKeyword',
  route: 'POST /v1/video/search-keyword',
  summary: 'Search videos by words',
  tasks: ['TikTok videos about a topic', 'videos about cooking or any topic'],
  answers:
    'Finds videos of the short-video platform whose caption has all words of the query, or whose author has that name; words in quotation marks must be adjacent.',
  input: { query: queryText },
  items: { name: 'videos', schema: videoItem },
  examples: [{ name: 'Words', input: { query: 'supply chain' } }],
  kind: 'uploads',
  ask: videosMatching,
  view: videoView,
})
