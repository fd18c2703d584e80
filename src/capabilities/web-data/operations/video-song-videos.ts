import { songInput } from '../families/family-input.ts'
import { videoItem, videoView } from '../families/upload-view.ts'
import { withSong } from '../families/video-questions.ts'
import { sourceOperation, videoPage } from '../slice.ts'

export const videoSongVideos = sourceOperation({
  ...videoPage,
  id: 'videoSongVideos',
  route: 'POST /v1/video/song-videos',
  summary: 'List videos made with a song',
  answers: 'Returns videos of the short-video platform that are made with a song, the newest first.',
  input: songInput,
  items: { name: 'videos', schema: videoItem },
  examples: [{ name: 'By id', input: { songId: 'sample-song-c2500' } }],
  kind: 'uploads',
  ask: withSong,
  view: videoView,
})
