import { defineFailures } from '../../operation/index.ts'

export const accountFailures = defineFailures({
  'key-revoked': {
    status: 409,
    slug: 'conflict',
    message:
      'This API key was revoked. It stays revoked and cannot be changed: use another key, or make a new one.',
    retryable: false,
  },
  'limit-imposed': {
    status: 403,
    slug: 'forbidden',
    message:
      'The credit limit of this API key was set by somebody else: with this key limits may be lowered, but not raised, removed or begun anew. Ask whoever set it.',
    retryable: false,
  },
  'expiration-imposed': {
    status: 403,
    slug: 'forbidden',
    message:
      'The expiration of this API key was set by somebody else: with this key expirations may be moved to an earlier instant, but not to a later one, nor removed. Ask whoever set it.',
    retryable: false,
  },
  'too-many-sandbox-keys': {
    status: 409,
    slug: 'conflict',
    message: 'Your organization has as many sandbox keys as it may. Revoke one that is no longer used.',
    retryable: false,
  },
  'too-many-keys': {
    status: 409,
    slug: 'conflict',
    message:
      'The organization of this address has as many API keys as it may. Revoke one that is no longer used.',
    retryable: false,
  },
})
