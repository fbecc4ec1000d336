/**
 * A rule of the linter: a frame says what a page of another origin may do. React's own rule also refuses scripts beside
 * `allow-same-origin`, which films and payment forms need, and which opens nothing where the origin is another.
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
