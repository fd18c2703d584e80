/** The one thing a token is good for. */
export const scope = 'operations'

/** Paths of the server, below its address. */
export const paths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  consent: '/oauth/consent',
} as const
