/** Numbers and amounts as the pages write them. */
export const number = (value: number): string => value.toLocaleString('en')
export const credits = (value: number): string => `${number(value)} ${value === 1 ? 'credit' : 'credits'}`
export const percent = (share: number): string => `${Math.round(share * 100)}%`

/** `1 row`, `2 rows`. */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`

/** Why a page offers nothing to press, by what would be done there. */
export const mayNot = {
  work: 'You can look at what is here, but not make or change it: your role or your key only reads. Ask an owner or admin.',
  manage: 'You can look at what is here. Owners and admins change it.',
  pay: 'You can look at what is here. Owners, admins and whoever pays change it.',
}
