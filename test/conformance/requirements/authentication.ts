import { group } from './entry.ts'

/** Who calls: the placement, precedence and life of API keys. */
export const authentication = [
  ...group(
    { source: 'SPEC Authentication 1' },
    { 'auth.key.required': 'a request without a key is refused with 401' },
  ),
  ...group(
    { source: 'SPEC Authentication 2' },
    {
      'auth.key.body-member': 'POST, PATCH and PUT take the key from the JSON member apiKey',
      'auth.key.query-parameter': 'GET and DELETE take the key from the query parameter apiKey',
      'auth.key.x-api-key-header': 'the header x-api-key carries the key',
      'auth.key.bearer-header': 'the header Authorization: Bearer carries the key',
      'auth.key.x-api-key-over-bearer': 'x-api-key is used before Authorization when both are given',
    },
  ),
  ...group(
    { source: 'SPEC Authentication 3' },
    {
      'auth.key.body-over-header': 'a body key is used before any header key',
      'auth.key.query-over-header': 'a query key is used before any header key',
      'auth.key.no-fallback': 'a bad key in the first place is not rescued by a good one in a later place',
    },
  ),
  ...group(
    { source: 'SPEC Authentication 4' },
    { 'auth.key.invalid-401': 'an unknown, malformed or damaged key answers 401' },
  ),
  ...group(
    { source: 'SPEC Authentication 5' },
    { 'auth.key.one-budget-per-organization': 'all keys of an organization draw on one budget per endpoint' },
  ),
  ...group(
    { source: 'SPEC Authentication 6' },
    {
      'auth.key.list': 'the keys of the organization can be listed through the API',
      'auth.key.inspect': 'the calling key can be inspected through the API',
      'auth.key.expired-401': 'a key past its expiration answers 401',
      'auth.key.revoked-401': 'a revoked key answers 401 on the next request',
      'auth.key.credit-limit-enforced': 'a key that reached its credit limit cannot be charged further',
    },
  ),
  ...group(
    { source: 'SPEC Authentication 6' },
    {
      'auth.key.create-sandbox': 'a sandbox key can be created through the API; its secret is shown once',
      'auth.key.revoke': 'the calling key can be revoked through the API',
      'auth.key.set-expiration': 'the expiration of a key can be set, moved and removed through the API',
      'auth.key.set-credit-limit':
        'the credit limit of a key can be set, changed and removed through the API',
      'auth.key.reset-usage': 'the usage of a key can be reset through the API',
    },
  ),
  ...group(
    { source: 'SPEC Authentication 7' },
    { 'auth.key.masked': 'no answer shows a raw key again: after creation only its prefix is shown' },
  ),
  ...group(
    { source: 'SPEC Authentication 8' },
    {
      'auth.agent-protocol.x-api-key': 'one variant of the agent-protocol server takes the key in x-api-key',
      'auth.agent-protocol.oauth': 'the other variant of the agent-protocol server takes an OAuth sign-in',
    },
  ),
  ...group(
    { source: 'SHAPES 14' },
    {
      'auth.sandbox.every-operation': 'a sandbox key reaches every operation with the same validation',
      'auth.sandbox.synthetic-corpus': 'a sandbox key reads an isolated synthetic corpus only',
      'auth.sandbox.never-charged': 'a sandbox key is never charged: chargeInfo.method is free',
    },
  ),
]
