"""Searches in an event loop."""
import asyncio
import gc
import unittest

import numpy as np

import emilia


class AsynchronousTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.engine = emilia.Engine(threads=1, hash_megabytes=1)

    def test_every_call_can_be_awaited_and_the_loop_runs_on(self):
        async def ask():
            ticks = 0

            async def tick():
                nonlocal ticks
                while True:
                    ticks += 1
                    await asyncio.sleep(0.001)
            ticking = asyncio.create_task(tick())
            position = emilia.Position("f5d6c3")
            boards = (np.array([position.player], np.uint64),
                      np.array([position.opponent], np.uint64))
            analysis, chosen, game, many, scores = await asyncio.gather(
                self.engine.start_analyze(position, seconds=0.1),
                self.engine.start_choose("f5", level=2),
                self.engine.start_analyze_game("f5d6", depth=2),
                self.engine.start_analyze_many(*boards, depth=2),
                self.engine.start_evaluate(*boards))
            ticking.cancel()
            return analysis, chosen, game, many, scores, ticks
        analysis, chosen, game, many, scores, ticks = asyncio.run(ask())
        self.assertIsNotNone(analysis.move)
        self.assertIsNotNone(chosen.move)
        self.assertEqual(len(game.moves), 2)
        self.assertEqual(many.depths.tolist(), [2])
        self.assertEqual(scores.tolist(), [self.engine.evaluate("f5d6c3")])
        self.assertGreater(ticks, 2)

    def test_iteration_gives_each_deepening_and_then_the_result(self):
        async def ask():
            return [sofar.lines[0].depth
                    async for sofar in self.engine.start_analyze("f5d6c3", depth=5)]
        depths = asyncio.run(ask())
        self.assertEqual(depths, sorted(depths))
        self.assertEqual(depths[-1], 5)
        self.assertGreater(len(depths), 1)

    def check_that_it_is_free(self):
        self.assertEqual(self.engine.analyze("f5", depth=1).lines[0].depth, 1)

    def test_a_cancelled_task_stops_its_search(self):
        async def ask():
            search = self.engine.start_analyze("", goal="exact")
            task = asyncio.ensure_future(search)
            await asyncio.sleep(0.02)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(self.engine.start_analyze("", goal="exact"), 0.02)
            return search
        search = asyncio.run(ask())
        self.assertTrue(search.result().interrupted)
        self.check_that_it_is_free()

    def test_a_broken_loop_stops_its_search(self):
        async def ask():
            async for _ in self.engine.start_analyze("", goal="exact"):
                break
        asyncio.run(ask())
        self.check_that_it_is_free()

    def test_a_killed_event_loop_stops_its_searches(self):
        async def ask():
            await self.engine.start_analyze("", goal="exact")
        loop = asyncio.new_event_loop()
        task = loop.create_task(ask())
        loop.call_later(0.02, loop.stop)
        loop.run_forever()
        loop.close()
        task._log_destroy_pending = False
        del task
        gc.collect()
        self.check_that_it_is_free()

    def test_an_error_comes_where_the_call_is_awaited(self):
        async def ask():
            with self.assertRaisesRegex(emilia.ArgumentError, "depth is 1 to 60"):
                await self.engine.start_analyze("f5", depth=61)
            with self.assertRaisesRegex(emilia.ArgumentError, "depth is 1 to 60"):
                async for _ in self.engine.start_analyze("f5", depth=61):
                    pass
        asyncio.run(ask())


if __name__ == "__main__":
    unittest.main()
