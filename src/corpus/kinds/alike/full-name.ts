/** The name of a person record, or its parts. */
export function fullName(members: Readonly<Record<string, unknown>>): string {
  const parts = [members['first_name'], members['last_name']].filter(Boolean).join(' ')
  return String(members['name'] ?? parts)
}
