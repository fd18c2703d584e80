import { defineFailures } from '../../operation/index.ts'

export const hotelFailures = defineFailures({
  'unknown-property': {
    status: 404,
    slug: 'not_found',
    message:
      'No property has this propertyToken, or it is no longer there. Take one from hotelSearch. The lookup is charged.',
    retryable: false,
  },
})
