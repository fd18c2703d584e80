import { songItem, songView } from '../families/upload-view.ts'
import { popularSongs } from '../families/video-questions.ts'
import { sourceOperation, videoPage } from '../slice.ts'

export const videoPopularSongs = sourceOperation({
  ...videoPage,
  id: 'videoPopularSongs',
  route: 'POST /v1/video/popular-songs',
  summary: 'List songs that many videos are made with',
  answers: 'Returns songs of the short-video platform, most used first.',
  input: {},
  items: { name: 'songs', schema: songItem },
  examples: [{ name: 'The first page', input: {} }],
  kind: 'uploads',
  ask: (_input, context) => popularSongs(context),
  view: songView,
})
