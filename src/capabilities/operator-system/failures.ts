import { defineFailures } from '../../operation/index.ts'

export const operatorSystemFailures = defineFailures({
  'source-paused': {
    status: 409,
    slug: 'conflict',
    message: 'This source is paused. Call resumeSource before you test it.',
    retryable: false,
  },
  'sources-busy': {
    status: 409,
    slug: 'conflict',
    message: 'The sources file is being changed by somebody else. Send the request again.',
    retryable: true,
  },
})
