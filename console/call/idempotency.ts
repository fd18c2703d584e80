/**
 * The key of a paid read: the same operation and body have the same one, so that a reload is a replay and costs nothing.
 * Four running numbers of 32 bits, since browsers offer no digest on plain http to another machine.
 */
export function idempotencyKey(operation: string, body: unknown): string {
  const text = JSON.stringify([operation, body])
  const primes = [597_399_067, 2_869_860_233, 951_274_213, 2_716_044_179] as const
  const state: [number, number, number, number] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762]
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.codePointAt(index) ?? 0
    for (const place of [0, 1, 2, 3] as const)
      state[place] = (state[(place + 1) % 4] as number) ^ Math.imul(state[place] ^ letter, primes[place])
  }
  const mixed = state.map((part, place) => Math.imul(part ^ (part >>> 15), primes[place % 4] as number) >>> 0)
  return `console-${mixed.map((part) => part.toString(36).padStart(7, '0')).join('')}`
}
