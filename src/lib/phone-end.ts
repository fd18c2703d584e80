/**
 * The end of a telephone number, which is the same whatever its prefix: `+1 (555) 010-1234`, `555.010.1234`.
 * Undefined where it is too short to distinguish numbers.
 */
export function phoneEnd(phone: string): string | undefined {
  const digits = phone.replace(/(?:ext|x|#).*$/i, '').replace(/\D/g, '')
  return digits.length < 8 ? undefined : digits.slice(-9)
}
