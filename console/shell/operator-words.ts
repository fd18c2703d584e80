export const words = {
  main: 'Operator',
  band: 'Operator: what you do here concerns every organization',
  back: 'Back to the console',
  leave: 'Leave',
  title: 'Sign in as operator',
  token: 'Operator token',
  hint: 'ALMANAC_OPERATOR_TOKEN of the settings. It is exchanged for a session that ends after 30 minutes without use. On the machine itself, almanac console --operator prints a link.',
  signIn: 'Sign in as operator',
  badToken:
    'This is not the operator token of this installation. Check ALMANAC_OPERATOR_TOKEN and try again.',
  badCode:
    'This link was used already or is older than 15 minutes. Print a new one with: almanac console --operator',
} as const
