export { dailyPrices, intradayPrices, quoteMembers, rateMembers } from './prices.ts'
export { overviewMembers, readStatement } from './statements.ts'
export { toSymbol, vendorFailure } from './interface.ts'
