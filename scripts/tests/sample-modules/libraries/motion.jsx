import { motion } from 'motion/react';

export default () => (
  <motion.p id="motion" initial={{ opacity: 0.5 }} animate={{ opacity: 1 }}>
    motion
  </motion.p>
);
