import './tailwind.css';

export default () => (
  <div className="pricing-root">
    <p id="tailwind" className="text-[rgb(255,0,0)] hover:shadow-lg animate-spin">
      tailwind
    </p>
  </div>
);
