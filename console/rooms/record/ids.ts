/** Whether an address names a record by its id, and not by a profile or a domain. */
export const isId = (text: string) => /^\d{1,18}$/.test(text)
