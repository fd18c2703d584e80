import { accountInput, handleIn } from '../families/family-input.ts'
import { uploadsBy } from '../families/family-questions.ts'
import { photoPost, photoPostView } from '../families/upload-view.ts'
import { photoPage, sourceOperation } from '../slice.ts'

export const photoUserPosts = sourceOperation({
  ...photoPage,
  id: 'photoUserPosts',
  route: 'POST /v1/photo/user-posts',
  summary: 'List posts of an account of the photo platform',
  tasks: ['Instagram posts of an account'],
  answers:
    'Returns what an account of the photo-sharing platform has published, pictures and reels, the newest first.',
  input: accountInput,
  items: { name: 'posts', schema: photoPost },
  examples: [{ name: 'By handle', input: { handle: 'dronask_media_example' } }],
  kind: 'uploads',
  ask: (input, context) =>
    uploadsBy(
      {
        capability: 'photo.posts',
        handle: handleIn(input, { platform: 'photo', deps: context.deps }),
        types: ['post', 'reel'],
      },
      context,
    ),
  view: photoPostView,
})
