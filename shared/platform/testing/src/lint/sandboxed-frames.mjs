/**
 * A lint rule that requires `sandbox` for frames. React's rule for this also refuses `allow-scripts` together with
 * `allow-same-origin`. Video players and payment forms need both, and for pages of another origin both are safe.
 */
export default {
  meta: { name: 'frames' },
  rules: {
    sandboxed: {
      create: (context) => ({
        JSXOpeningElement(node) {
          const names = node.attributes.map(({ name }) => name?.name);
          if (node.name.name !== 'iframe' || names.includes('sandbox')) return;
          const message =
            'Name in `sandbox` what the frame may do: "allow-scripts allow-same-origin".';
          context.report({ node, message });
        },
      }),
    },
  },
};
