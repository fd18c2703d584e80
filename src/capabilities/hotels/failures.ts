import { defineFailures } from '../../operation/index.ts'

export const hotelFailures = defineFailures({
  'unknown-property': {
    status: 404,
    slug: 'not_found',
    message:
      'No property has this propertyToken, or it is no longer there; the lookup is charged. Use one that hotelSearch answers.',
    retryable: false,
  },
})
