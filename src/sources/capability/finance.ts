import { z } from 'zod'
import { nativeInstrument } from '../../corpus/records/index.ts'
import { defineCapabilities } from '../capability.ts'

/** One instrument, and how far back its prices are wanted. */
const instrumentQuestion = z.object({
  type: z.enum(['index', 'mutualFund', 'stockOrEtf', 'currencyPair', 'customSymbol']),
  /** Of an index its name, SP_500; null for a pair of currencies. */
  ticker: z.string().nullable(),
  exchange: z.string().nullable(),
  baseCurrency: z.string().nullable(),
  quoteCurrency: z.string().nullable(),
  window: z.enum(['1D', '5D', '1M', '6M', 'YTD', '1Y', '5Y', 'MAX']),
})

/** The instrument as a line of the import format: its days are added to those that are known. */
const instrumentAnswer = z.object({ instrument: nativeInstrument })

export const financeCapabilities = defineCapabilities(
  {
    'finance.instrument': { question: instrumentQuestion, answer: instrumentAnswer },
  },
  {
    'finance.instrument': {
      type: 'stockOrEtf',
      ticker: 'ALMANACCHECK',
      exchange: null,
      baseCurrency: null,
      quoteCurrency: null,
      window: '1M',
    },
  },
)
