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
      'Somebody else set the credit limit of this API key: with this key you may lower limits, but not raise, remove or restart them. Ask whoever set it.',
    retryable: false,
  },
  'expiration-imposed': {
    status: 403,
    slug: 'forbidden',
    message:
      'Somebody else set the expiration of this API key: with this key you may move expirations earlier, but not later, and not remove them. Ask whoever set it.',
    retryable: false,
  },
  'beyond-this-key': {
    status: 403,
    slug: 'forbidden',
    message:
      'That key could do more than the key of this request. Use a key whose scopes, addresses, expiration and credit limit cover it.',
    retryable: false,
  },
  'too-many-live-keys': {
    status: 409,
    slug: 'conflict',
    message: 'Your organization has reached its limit of API keys. Revoke one you no longer use.',
    retryable: false,
  },
  'too-many-sandbox-keys': {
    status: 409,
    slug: 'conflict',
    message: 'Your organization has reached its limit of sandbox keys. Revoke one you no longer use.',
    retryable: false,
  },
  'role-without-keys': {
    status: 403,
    slug: 'forbidden',
    message:
      'Your role in this organization does not cover API keys. Ask an owner or admin for one, or sign in without.',
    retryable: false,
  },
  'limit-without-keys': {
    status: 403,
    slug: 'forbidden',
    message:
      'You have a monthly limit, which would not bind a new key. Sign in without one and create it in the console, out of your limit, or ask an owner or admin. Use isKeyWanted: false.',
    retryable: false,
  },
  'too-many-keys': {
    status: 409,
    slug: 'conflict',
    message:
      'The organization of this address has reached its limit of API keys. Revoke one you no longer use.',
    retryable: false,
  },
})
