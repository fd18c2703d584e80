import { platformUser, userView } from '../families/account-view.ts'
import { accountInput, handleIn } from '../families/family-input.ts'
import { relatedTo } from '../families/family-questions.ts'
import { sourceOperation, videoPage } from '../slice.ts'

export const videoUserFollowing = sourceOperation({
  ...videoPage,
  id: 'videoUserFollowing',
  route: 'POST /v1/video/user-following',
  summary: 'List accounts that an account follows',
  answers:
    'Returns accounts of the short-video platform that an account follows, as far as known; those from the corpus by followers, most first.',
  input: accountInput,
  items: { name: 'users', schema: platformUser },
  examples: [{ name: 'By handle', input: { handle: 'zriclar_example' } }],
  kind: 'accounts',
  ask(input, context) {
    const handle = handleIn(input, { platform: 'video', deps: context.deps })
    return relatedTo({ side: 'following', handle }, context)
  },
  view: userView,
})
