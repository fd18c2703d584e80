import { defineFailures } from '../../operation/index.ts'

export const peopleFailures = defineFailures({
  'owners-only': {
    status: 403,
    slug: 'forbidden',
    message: 'Only an owner makes, changes and removes owners. Ask an owner of the organization.',
    retryable: false,
  },
  'people-beyond-key': {
    status: 403,
    slug: 'forbidden',
    message:
      'The key of this request has scopes, addresses, an expiration or a credit limit, or is read-only; a person is bound by none of these. Use a key without, or ask an owner or admin.',
    retryable: false,
  },
  'own-raise': {
    status: 403,
    slug: 'forbidden',
    message: 'You cannot raise your own role or limit. Ask another owner or admin.',
    retryable: false,
  },
  'beyond-own-limit': {
    status: 403,
    slug: 'forbidden',
    message:
      'You have a monthly limit yourself, so nobody gets a higher one, none, or a higher role from you. Send maxCreditsPerMonth up to your own, or ask an owner or admin without a limit.',
    retryable: false,
  },
  'last-owner': {
    status: 409,
    slug: 'conflict',
    message:
      'The organization has no other owner, so its last one stays. Change the role of somebody else to owner first.',
    retryable: false,
  },
  'member-already': {
    status: 409,
    slug: 'conflict',
    message: 'This address belongs to the organization already. Change its role with updateMember.',
    retryable: false,
  },
  'too-many-members': {
    status: 409,
    slug: 'conflict',
    message:
      'The organization has as many people and open invitations as it may have, 1,000. Remove somebody first.',
    retryable: false,
  },
  'account-name': {
    status: 409,
    slug: 'conflict',
    message:
      'This person is an account on the machine of the service and is called like it. Change only the role or the limit.',
    retryable: false,
  },
})
