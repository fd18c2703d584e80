import { defineFailures } from '../../operation/index.ts'

export const hotelFailures = defineFailures({
  'unknown-property': {
    status: 404,
    slug: 'not_found',
    message:
      'No property has this propertyToken, or it no longer exists; the lookup is charged. Use a token from hotelSearch.',
    retryable: false,
  },
})
