/**
 * A rule of the linter: a frame has a `sandbox`. React's own rule also refuses `allow-scripts` beside
 * `allow-same-origin`, which films and payment forms need, and which is safe for a page of another origin.
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
