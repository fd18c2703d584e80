/**
 * The end of a telephone number that is the same however it begins: `+1 (555) 010-1234`, `555.010.1234`. Undefined where it is too
 * short to be told from others.
 */
export function phoneEnd(phone: string): string | undefined {
  const digits = phone.replace(/(?:ext|x|#).*$/i, '').replace(/\D/g, '')
  return digits.length < 8 ? undefined : digits.slice(-9)
}
