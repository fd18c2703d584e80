import { songIn, songInput } from '../families/family-input.ts'
import { buildUploadQuestion } from '../families/family-questions.ts'
import { songItem, songView } from '../families/upload-view.ts'
import { sourceRecord, videoRecord } from '../slice.ts'

export const videoSongDetails = sourceRecord({
  ...videoRecord,
  id: 'videoSongDetails',
  route: 'POST /v1/video/song-details',
  summary: 'Fetch a song of the video platform',
  answers: 'Returns a song that videos of the short-video platform are made with.',
  input: songInput,
  output: { song: songItem },
  what: 'song',
  examples: [{ name: 'By id', input: { songId: 'sample-song-c0' } }],
  kind: 'uploads',
  ask(input, context) {
    const { id, path } = songIn(input, context)
    return buildUploadQuestion({ id, url: null, capability: 'video.song', path, type: 'song' }, context)
  },
  view: (song) => ({ song: songView(song) }),
})
