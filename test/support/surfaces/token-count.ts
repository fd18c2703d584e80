import { Tiktoken } from 'js-tiktoken/lite'
import ranks from 'js-tiktoken/ranks/o200k_base'

let encoding: Tiktoken | undefined

/** Tokens of a text, or of the JSON of another value, as a current model counts them. */
export function tokensOf(value: unknown): number {
  encoding ??= new Tiktoken(ranks)
  return encoding.encode(typeof value === 'string' ? value : JSON.stringify(value)).length
}
