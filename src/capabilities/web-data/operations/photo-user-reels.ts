import { accountInput, handleIn } from '../families/family-input.ts'
import { uploadsBy } from '../families/family-questions.ts'
import { photoPost, photoPostView } from '../families/upload-view.ts'
import { photoPage, sourceOperation } from '../slice.ts'

export const photoUserReels = sourceOperation({
  ...photoPage,
  id: 'photoUserReels',
  route: 'POST /v1/photo/user-reels',
  summary: 'List reels of an account of the photo platform',
  answers: 'Returns the reels of an account of the photo-sharing platform, the newest first.',
  input: accountInput,
  items: { name: 'reels', schema: photoPost },
  examples: [{ name: 'By handle', input: { handle: 'dronask_media_example' } }],
  kind: 'uploads',
  ask: (input, context) =>
    uploadsBy(
      {
        capability: 'photo.reels',
        handle: handleIn(input, { platform: 'photo', deps: context.deps }),
        types: ['reel'],
      },
      context,
    ),
  view: photoPostView,
})
