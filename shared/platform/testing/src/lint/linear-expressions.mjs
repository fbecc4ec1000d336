import { analyse } from 'scslre';

/**
 * Returns why the time of a regular expression may grow faster than its input, or null. It does not recognise
 * expressions with a fixed start and an unlimited rest, such as `<b[^>]*>`, which need a limit.
 * @param {string} source
 * @param {string} flags
 */
export function describeSlowness(source, flags) {
  const [report] = analyse({ source, flags }, { maxReports: 1 }).reports;
  if (!report) return null;
  const growth = report.exponential ? 'exponential' : 'quadratic';
  const ends = [report.quant ?? report.startQuant, report.endQuant].filter(Boolean);
  const quantifiers = [...new Set(ends)].map(({ raw }) => raw).join(' and ');
  return `The time of ${quantifiers} is ${growth}; say what may not stand there, or how much, or read it in a loop.`;
}

/** A lint rule against regular expressions that are slow for long inputs. */
export default {
  meta: { name: 'expressions' },
  rules: {
    linear: {
      create: (context) => ({
        Literal(node) {
          const message = node.regex && describeSlowness(node.regex.pattern, node.regex.flags);
          if (message) context.report({ node, message });
        },
      }),
    },
  },
};
