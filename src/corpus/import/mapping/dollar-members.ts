import { z } from 'zod'
import { quantityWithin, unwrapSchema } from './fit.ts'
import { isPlainObject } from './scope.ts'

/**
 * A mapping whose `number` steps read money wherever the member holds dollars: `£3bn` is worth other dollars than its digits
 * say. Amounts without a currency stay what they were.
 */
export function withDollars(source: unknown, schema: z.ZodObject): unknown {
  if (!isPlainObject(source)) return source
  return Object.fromEntries(
    Object.entries(source).map(([key, expression]) => {
      const member = schema.shape[key] as z.ZodType | undefined
      return [key, member === undefined ? expression : ofMember(expression, member)]
    }),
  )
}

function ofMember(expression: unknown, member: z.ZodType): unknown {
  if (Array.isArray(expression)) return expression.map((each) => ofMember(each, member))
  if (!isPlainObject(expression)) return expression
  const isDollars = quantityWithin(member) === 'dollars'
  const inner = objectIn(member)
  const changed: Record<string, unknown> = { ...expression }
  for (const key of ['list', 'first', 'then', 'else'])
    if (key in changed) changed[key] = ofMember(changed[key], member)
  if (inner !== undefined && 'object' in changed) changed['object'] = withDollars(changed['object'], inner)
  if ('do' in changed) {
    const steps = Array.isArray(changed['do']) ? changed['do'] : [changed['do']]
    if (isDollars) changed['do'] = steps.map(inDollars)
    else changed['do'] = inner === undefined ? steps : steps.map((step: unknown) => ofEach(step, inner))
  }
  return changed
}

function inDollars(step: unknown): unknown {
  if (step === 'number') return { usd: { currency: 'USD', decimal: '.' } }
  if (!isPlainObject(step) || !isPlainObject(step['number'])) return step
  return { usd: { currency: 'USD', decimal: '.', ...step['number'] } }
}

const ofEach = (step: unknown, inner: z.ZodObject): unknown =>
  isPlainObject(step) && isPlainObject(step['each']) ? { each: withDollars(step['each'], inner) } : step

function objectIn(member: z.ZodType): z.ZodObject | undefined {
  const inner = unwrapSchema(member)
  const entry = inner instanceof z.ZodArray ? unwrapSchema(inner.element as z.ZodType) : inner
  return entry instanceof z.ZodObject ? entry : undefined
}
